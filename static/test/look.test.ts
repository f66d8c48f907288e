import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import catalogue from '../../app/catalogue/codes/prompts.json'
import { isGood, lacksBarcode, promptFor } from '../sdk/flow/look'
import { idCaptures } from '../sdk/screens/captures/id'
import { otherCaptures } from '../sdk/screens/captures/others'
import { selfie } from '../sdk/screens/captures/selfie'
import { video } from '../sdk/screens/captures/video'
import type { Capture } from '../sdk/screens/scene'

const named = (name: string): Capture => [...idCaptures, ...otherCaptures].find(one => one.name === name)!

// What the engine asks for, by what it looks at. A capture's first prompt, which is seen before anything is found, says
// where to hold a document; a barcode that is too small is no obstacle, as its picture is taken and looked at again.
// Of a copy the server speaks by the name under which a whole picture is refused here.
const paper = ['tooBlurry', 'tooMuchGlare', 'tooMuchDark', 'makeSurePhotoTextVisible', 'fingerDetectedOnIdText',
  'moveCloser', 'moveAway']
const face = ['liveFaceNotDetected', 'multipleFaces', 'moveCloser', 'moveAway', 'tooDark', 'tooMuchLight',
  'faceNotInFocus', 'straightenHead', 'eyesClosed', 'leftEyeClosed', 'rightEyeClosed', 'moveFaceDown', 'moveFaceUp',
  'glassesDetected']
const [front, back] = ['incorrectDocumentSideFrontText', 'incorrectDocumentSideBackText']
const apart = ['alignDocumentText', 'moveCloserBarcode', 'copied']
const page = 'page' // which a passport's capture shows in words of ours
const hand = ['move_closer', 'hold_steady'] // which this device looks for
const film = ['followMoves'] // which the server says of a film, in our own words

test('every prompt of the engine has its own text in the captures that it looks at', () => {
  const captures: [Capture, string[]][] = [
    [named('idFront'), [...paper, front]],
    [named('idBack'), [...paper, back]],
    [named('passport'), paper],
    [named('document'), paper],
    [named('autofill'), [...paper, front]],
    [selfie, face],
  ]
  for (const [capture, prompts] of captures) {
    for (const name of prompts) {
      const { text, tone } = promptFor(capture, { prompts: [name] }) ?? {}
      deepEqual([text?.split('.').at(-1), tone], [name, 'error'], `${capture.name} says nothing of ${name}`)
    }
  }
  for (const capture of [selfie, video]) {
    for (const name of film) deepEqual(promptFor(capture, { prompts: [name] })?.word, 'moves')
  }
  deepEqual(promptFor(named('passport'), { prompts: [page] })?.word, page)
  const known = new Set([...paper, ...face, front, back, ...apart, ...hand, ...film, page])
  deepEqual(catalogue.map(({ code }) => code).filter(code => !known.has(code)), [], 'of which capture are these?')
})

test('a side of an ID has no prompt but those of the engine and those that a step shows by itself', () => {
  const own = ['align', 'tilt', 'side', 'hold', 'failed', 'copied']
  for (const [name, more] of [['idFront', []], ['idBack', ['flip', 'unread']]] as const) {
    const asked = new Set([...paper, front, back])
    const others = named(name).prompts.filter(({ text }) => !asked.has(text.split('.').at(-1)!)).map(one => one.name)
    deepEqual(others.sort(), [...own, ...more].sort(), name)
  }
})

test('no document is what the first prompt says, and a barcode that is too small is no obstacle', () => {
  const document = { corners: [], confidence: 1 }
  for (const name of ['idFront', 'idBack', 'passport', 'document', 'autofill']) {
    equal(promptFor(named(name), { prompts: ['alignDocumentText'] })?.tone ?? named(name).prompts[0].tone, 'info')
  }
  equal(isGood({ document, prompts: ['moveCloserBarcode'] }) && lacksBarcode({ prompts: ['moveCloserBarcode'] }), true)
})

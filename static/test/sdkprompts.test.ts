import { deepEqual, equal } from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { captureOf, captures } from '../sdk/screens'
import { heardAs } from '../sdk/screens/prompting'
import type { Capture, Prompt } from '../sdk/screens/scene'
import { said } from '../sdk/screens/words'

const documents = 'TestEveryPromptOfADocumentIsReachedByWhatTheCameraSees'
const faces = 'TestEveryPromptOfASelfieIsReachedByWhatTheCameraSees'
const videos = 'TestEveryPromptOfAVideoIsReachedByWhatTheCameraSees'
const barcodes = 'TestEveryPromptOfABarcodeIsReachedByWhatTheCameraSees'
const fingers = 'TestEveryPromptOfFingersIsReachedByWhatTheCameraSees'
const unheard = 'TestAnApplicantWhoIsNotHeardIsToldWhatToDo'
const aloud = 'TestAnApplicantReadsAPhraseAloudOnAPageOfAnotherOrigin'
const filmed = 'TestAnApplicantReadsAPhraseAloudBeforeTheCamera'
const signed = 'TestAnApplicantSignsOnAPageOfAnotherOrigin'

/** The tests of the browser that reach prompts, with the prompts that each reaches, by capture. */
const reached: Record<string, Record<string, string>> = {
  idFront: {
    [documents]: 'align closer away glare tilt dark blurred finger pale side otherSide hold failed copied',
  },
  idBack: {
    [documents]: 'align closer away glare tilt dark blurred finger pale side otherSide hold failed copied',
    [barcodes]: 'unread',
  },
  passport: { [documents]: 'align closer away glare dark blurred finger pale page hold failed copied' },
  barcode: {
    [barcodes]: 'scan align closer away unread hold',
    TestABarcodeThatComesNoCloserIsSentAsItIsAndNoneWithoutRecovery: 'failed',
  },
  selfie: {
    [faces]: 'align closer away straight chinDown chinUp eyes leftEye rightEye bright dark blurred several ' +
      'glasses notLive hold failed checking',
    TestAPhotographThatIsHeldUpIsAFakeFaceUntilNoTryIsLeft: 'fake',
    TestASelfieIsFilmedWithTheMovesThatTheServerAsksFor: 'interrupted',
    TestAFilmWithoutItsMovesIsTakenAgainByTheServersAnswer: 'followMoves',
  },
  document: { [documents]: 'align closer away glare dark blurred finger pale hold failed' },
  voice: {
    [aloud]: 'ready recording short',
    [unheard]: 'quiet loud noise',
    TestAMicrophoneThatIsTakenAwayIsOpenedAgainForAnotherRecording: 'interrupted',
  },
  autofill: {
    [documents]: 'scan closer away glare dark blurred finger pale side otherSide hold failed copied',
    TestWhoIsToldToWaitForWhatIsReadCanLeave: 'checking',
  },
  video: {
    [videos]: 'ready closer bright dark several notLive',
    [filmed]: 'interrupted',
  },
  signature: { [signed]: 'short', TestTheKeyboardReachesEveryScreenOfASignature: 'keys' },
  fingers: { [fingers]: 'closer hold capturing' },
}

/** What a capture has from another, whose prompts the same code tells. */
const alike: Record<string, Record<string, string>> = {
  video: { voice: 'recording quiet loud noise short', selfie: 'checking followMoves' },
}

/** The prompts that no test of the browser reaches, and why. */
const missing: Record<string, Record<string, string>> = {
  idBack: { flip: 'is said by the mark of success of the front, and over no camera' },
  passport: { tilt: 'a warning of the glare comes in its place, as the capture warns' },
  video: {
    align: 'no frame asks for it: the first prompt is how to begin',
    away: 'only the server tells a face that is too near, and it looks at the moves of a film alone',
  },
  signature: { empty: 'has no text', signed: 'has no text' },
  fingers: { ready: 'has no text' },
}

const tests = new Map<string, string>() // what is in the file of each
for (const file of readdirSync('../e2e').filter(name => name.endsWith('_test.go'))) {
  const text = readFileSync('../e2e/' + file, 'utf8')
  for (const [, name] of text.matchAll(/^func (Test\w+)\(t \*testing\.T\)/mg)) tests.set(name, text)
}

/** Returns each prompt of a capture with where it is reached, of what is known so. */
const pairs = (known: Record<string, Record<string, string>>, { name }: Capture): [string, string][] =>
  Object.entries(known[name] ?? {}).flatMap(([by, all]) => all.split(' ').map((one): [string, string] => [one, by]))

test('every prompt of a capture is reached by a test of the browser, or it is known why not', () => {
  for (const one of captures) {
    const told = [...pairs(reached, one), ...pairs(alike, one)].map(([name]) => name)
    const known = [...told, ...Object.keys(missing[one.name] ?? {})]
    deepEqual(known.sort(), one.prompts.map(({ name }) => name).sort(), one.name)
  }
})

/** Reports whether a test's file speaks of a prompt: by what a host hears, or by how its text begins. */
const speaksOf = (text: string, of: Capture, { name, word }: Prompt): boolean =>
  new RegExp(`\\b${heardAs(of, name)}\\b`).test(text) || !!word && text.includes(said[word][0].slice(0, 14))

test('every test that is said to reach a prompt is there and speaks of it', () => {
  for (const of of captures) {
    for (const [name, by] of pairs(reached, of)) {
      const prompt = of.prompts.find(one => one.name === name)
      equal(prompt && speaksOf(tests.get(by) ?? '', of, prompt), true, `${by}: ${of.name} ${name}`)
    }
  }
})

test('what a capture has from another is reached there', () => {
  for (const of of captures) {
    for (const [name, from] of pairs(alike, of)) {
      equal(pairs(reached, captureOf(from)).some(([one]) => one === name), true, `${of.name} ${name}`)
    }
  }
})

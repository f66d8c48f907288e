import { deepEqual, equal, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { checkConfig, type Config } from '../sdk/client/config'
import type { ProofdeskError } from '../sdk/client/errors'
import { ownOf, type OwnLanguage } from '../sdk/client/language'
import { sayMove } from '../sdk/flow/moves'
import { labelOf } from '../sdk/screens/fields'
import { directionOf, inLanguage } from '../sdk/screens/language'
import { Options } from '../sdk/screens/options'
import { questions } from '../sdk/screens/question'
import { troubles } from '../sdk/screens/trouble'
import { say } from '../sdk/screens/words'

/** Returns the language of screens for what a host gives, over the Spanish of a preset. */
const over = (language: OwnLanguage) => new Options({ language: 'ES' }, undefined, ownOf(language)).language

test('a host says some words in its own way, and the others stay those of the language of the preset', () => {
  const language = over({
    tag: 'ar',
    words: {
      back: 'رجوع', move: { blink: 'أغمض عينيك' }, question: { yes: 'متابعة' }, field: { 'address.city': 'المدينة' },
      trouble: { TAP: { title: 'اضغط للبدء' } },
    },
  })
  deepEqual([say(language, 'back'), say(language, 'cancel')], ['رجوع', 'Cancelar'])
  deepEqual([sayMove(language, 'blink'), sayMove(language, 'look_up')], ['أغمض عينيك', 'Mire hacia arriba'])
  equal(inLanguage(language, questions.yes), 'متابعة')
  equal(inLanguage(language, troubles.TAP.title), 'اضغط للبدء')
  deepEqual([labelOf('address.city', language), labelOf('sex', language)], ['المدينة', 'Sexo'])
  const other = new Options({ language: 'EN' }, undefined, ownOf({ tag: 'ar', words: {} })).with({ language: 'FR' })
  equal(say(other.language, 'back'), 'Retour')
  equal(say('HI', 'back'), 'वापस')
})

test('a language of a host that says what nothing is called is refused by the name of that', () => {
  const refuses = (language: unknown): string => {
    let told = ''
    throws(() => checkConfig({ apiBaseUrl: 'https://desk.example', accessToken: 't', language } as Config),
      (cause: ProofdeskError) => {
        told = cause.message
        return cause.code === 'REFUSED'
      })
    return told
  }
  const words = { back: 'رجوع', bakc: 'x', move: { jump: 'x', blink: ' ' }, phrase: 'x', look: 3, toString: 'x' }
  deepEqual(refuses({ tag: 'ar', words }).split('; '), [
    'language.words.bakc is unknown', 'language.words.move.jump is unknown',
    'language.words.move.blink must be a text', 'language.words.phrase is unknown',
    'language.words.look must be a text', 'language.words.toString is unknown',
  ])
  equal(refuses({ tag: 'a tag', words: {}, dir: 'rtl' }),
    'language.dir is unknown; language.tag must be a tag such as ar or pt-BR')
  equal(refuses({ tag: 'ar' }), 'language.words must name texts')
  checkConfig({ apiBaseUrl: 'https://desk.example', accessToken: 't', language: { tag: 'pt-BR', words: {} } })
  checkConfig({ apiBaseUrl: 'https://desk.example', accessToken: 't', language: 'ES' })
})

test('the direction of a language is that of its script', () => {
  const known = { ar: 'rtl', he: 'rtl', ur: 'rtl', 'az-Arab': 'rtl', dv: 'rtl', de: 'ltr', 'ar-Latn': 'ltr', hi: 'ltr' }
  deepEqual(Object.fromEntries(Object.keys(known).map(tag => [tag, directionOf(tag)])), known)
})

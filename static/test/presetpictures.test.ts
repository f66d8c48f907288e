import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { fewest, type Changed } from '../src/presetpictures/compare'

const off = { before: false, after: false }

/** Returns a prompt with the options that changed on it; one that looks different where told so. */
const prompt = (name: string, paths: string[], different = true): Changed =>
  ({ scene: { capture: 'idFront', screen: 'capture', prompt: name }, paths, languages: different ? ['EN'] : [], off })

const chosen = (...all: Changed[]): Array<string | undefined> => fewest(all).map(({ scene }) => scene.prompt)

test('one prompt shows a colour that all of them have', () => {
  deepEqual(chosen(prompt('align', ['ground']), prompt('closer', ['ground']), prompt('away', ['ground'])), ['align'])
})

test('a prompt with more of the changed options stands for those with fewer', () => {
  deepEqual(chosen(prompt('align', ['ground']), prompt('glare', ['ground', 'glareText'])), ['glare'])
})

test('no changed option is left out, and the order stays', () => {
  deepEqual(chosen(prompt('closer', ['ground', 'closerText']), prompt('align', ['ground']),
    prompt('glare', ['ground', 'glareText'])), ['closer', 'glare'])
})

test('of two prompts with the same options the one that looks different is chosen', () => {
  deepEqual(chosen(prompt('align', ['ground'], false), prompt('closer', ['ground'])), ['closer'])
})

import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { hexOf } from '../sdk/client/hex'
import type { FunctionName } from '../sdk/client/support'
import { asked } from '../sdk/hosted/asked'
import { calls } from '../sdk/hosted/calls'
import { aboutOf, termsOf, wanted } from '../sdk/hosted/terms'
import { consent, said } from '../sdk/hosted/words'

/** What applicants agreed to, by the version that their jobs name. Lines are added here, and never changed. */
const known: Record<string, string> = {
  '2026-11-30.1': '3c78ac3157c4dbf1866e942433e52efafef0b4445d3f26084e0bf2316a4d85b0',
  '2026-11-30.2': '324f3b04ccdb32dc72508e616d4b418623a4d4ebb6ad913c0bce9b6a12047490',
}

/** What the sheet of a function may say above its button, by what decides that. */
const choices = [false, true].flatMap(all => [{}, { secondId: all, idFirst: all, film: true }].map(more =>
  ({ ...more, enableGPS: all, captureDays: all ? 90 : 0 })))

test('what an applicant agrees to changes only with its version', async () => {
  const sheets = Object.keys(calls).flatMap(name => choices.map(choice => {
    const of = { function: name as FunctionName, ...choice }
    return [aboutOf(name), ...wanted(of).flat(), ...termsOf(of)].map(text => said[text])
  }))
  const text = JSON.stringify([said.title, said.agree, asked, sheets])
  const sum = await hexOf(new TextEncoder().encode(text))
  equal(known[consent], sum, 'the text changed: give it a version in words.ts and linkcapture.go, and add that here')
})

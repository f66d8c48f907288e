import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { actionOf, actionOfPress, type Keymap } from '../src/keymap'

const press = (key: string, code: string, shiftKey = false) => ({ key, code, shiftKey })

test('a key asks for the action that has it', () => {
  const keymap: Keymap = { a: 'x' }
  equal(actionOf('n', keymap), 'n', 'a key that nobody changed')
  equal(actionOf('x', keymap), 'a', 'a key that was chosen')
  equal(actionOf('a', keymap), '', 'a key whose action has another one now')
})

test('case does not matter', () => {
  equal(actionOfPress(press('A', 'KeyA', true), {}), 'a')
})

test('digits are found by their place, whatever the layout writes there', () => {
  equal(actionOfPress(press('&', 'Digit1'), {}), '1', 'a French layout')
  equal(actionOfPress(press('3', 'Numpad3'), {}), '3')
  equal(actionOfPress(press('!', 'Digit1', true), {}), '1', 'Shift and a digit')
  equal(actionOfPress(press('0', 'Digit0'), {}), '0')
})

test('a sign that is a shortcut is not taken for the digit under it', () => {
  equal(actionOfPress(press('/', 'Digit7', true), {}), '/', 'a German layout')
  equal(actionOfPress(press('+', 'Digit1', true), {}), '+')
  equal(actionOfPress(press('=', 'Equal'), {}), '+', 'the same key without Shift')
  equal(actionOfPress(press('_', 'Minus', true), {}), '-')
})

test('letters are found by their place where the layout is not Latin', () => {
  equal(actionOfPress(press('ф', 'KeyA'), {}), 'a')
  equal(actionOfPress(press('Ф', 'KeyA', true), {}), 'a')
  equal(actionOfPress(press('ñ', 'Semicolon'), {}), 'ñ', 'a key that has no Latin letter')
})

test('a chosen key outside of the Latin letters is found by what it writes', () => {
  equal(actionOfPress(press('ñ', 'Semicolon'), { n: 'ñ' }), 'n')
  equal(actionOfPress(press('&', 'Digit1'), { n: '&' }), 'n', 'a sign on a digit key')
})

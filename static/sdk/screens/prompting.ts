// Which prompt an applicant gets for what was measured: the same rules over a camera and in the preview of a preset.
import type { Capture, Prompt, Rule, Scene } from './scene'

/** What was measured, by name; what is missing was not measured. */
export type Measured = Record<string, number>

/** Returns the number of an option, by its name. */
export type LimitOf = (name: string) => number

/** Returns the measurement from which on a rule prompts. */
export const boundOf = (rule: Rule, limit: number): number => rule.bound ? rule.bound(limit) : limit

/** Reports whether what was measured is on the wrong side of a rule's limit. */
export function crosses(rule: Rule, measured: Measured, limitOf: LimitOf): boolean {
  const value = measured[rule.measure]
  if (value === undefined) return false
  const bound = boundOf(rule, limitOf(rule.limit))
  return rule.above ? value > bound : value < bound
}

/** Returns the prompt for what was measured: the first that a rule wants, else the one that says that all is well. */
export function decide(prompts: Prompt[], measured: Measured, limitOf: LimitOf): Prompt | undefined {
  return prompts.find(({ rules }) => rules?.some(rule => crosses(rule, measured, limitOf))) ??
    prompts.find(({ name }) => name === 'hold') ?? prompts[0]
}

/** Returns the name of the prompt that a scene shows, where that is settled: a warning has a prompt in any case. */
export const nameIn = (of: Capture, { prompt, screen }: Scene): string | undefined =>
  prompt ?? (screen === 'warning' ? of.warns : undefined)

/** Returns the prompt of a scene: the one that it names, else the one for what was measured. */
export function promptIn(of: Capture, scene: Scene, limitOf: LimitOf): Prompt | undefined {
  const named = of.prompts.find(({ name }) => name === nameIn(of, scene))
  return named ?? (scene.measured ? decide(of.prompts, scene.measured, limitOf) : of.prompts[0])
}

/** Returns the name by which a host hears of a prompt: that of the option with its text, else our own. */
export const heardAs = (of: Capture, name: string): string =>
  of.prompts.find(prompt => prompt.name === name)?.text.split('.').at(-1) || name

/** Returns the rules of a capture about what was measured. */
export const rulesOf = (of: Capture, measured: Measured): Rule[] =>
  of.prompts.flatMap(({ rules }) => rules ?? []).filter(({ measure }) => measure in measured)

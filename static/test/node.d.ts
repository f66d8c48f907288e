// The parts of node that the tests use.

declare module 'node:test' {
  export function test(rule: string, run: () => void): void
}

declare module 'node:assert/strict' {
  export function throws(work: () => unknown, check: (cause: never) => boolean): void
  export function rejects(promise: Promise<unknown>, check: (error: never) => boolean): Promise<void>
  export function equal(got: unknown, want: unknown, message?: string): void
  export function deepEqual(got: unknown, want: unknown, message?: string): void
}

declare module 'node:events' {
  export function getEventListeners(target: EventTarget, name: string): unknown[]
}

declare module 'node:fs' {
  export function readdirSync(path: string): string[]
  export function readFileSync(path: string, encoding: 'utf8'): string
}

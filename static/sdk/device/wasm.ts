// Whether WebAssembly may run.

/** A module without content, which whoever may compile any can compile. */
export const empty = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)

/** Reports whether the policy here lets a module be compiled. */
export function compiles(): boolean {
  try {
    return Boolean(new WebAssembly.Module(empty))
  } catch {
    return false
  }
}

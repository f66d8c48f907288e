// Which camera an applicant switched to.
import type { Wanted } from './stream'

type Facing = Wanted['facing']

/** Keeps the cameras that were chosen in place of those that captures want. */
export class Choice {
  private readonly made: Partial<Record<Facing, Facing>> = {}

  /** Returns what is asked of the device where a capture wants a camera. */
  of(wanted: Wanted): Wanted { return { ...wanted, facing: this.made[wanted.facing] ?? wanted.facing } }

  /** Chooses the other camera for what wants this one, unless it can't be opened. */
  async turn(wanted: Wanted, open: () => Promise<void>): Promise<void> {
    const { facing } = this.of(wanted)
    this.made[wanted.facing] = facing === 'user' ? 'environment' : 'user'
    try {
      await open()
    } catch (cause) {
      this.made[wanted.facing] = facing
      throw cause
    }
  }
}

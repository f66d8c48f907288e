// Keeps an applicant on the page: the browser's Back leads one step back inside a capture, and who closes the tab while
// a capture waits for the server is asked before.

/** What an attempt has open. */
export interface Kept {
  open: boolean // whether a capture covers the page
  waits: boolean // whether something that was captured has not arrived
  back(): void // goes one step back in it
}

/** The entry of the browser's history that a capture is in, and the one before it, to which Back leads. */
const within = 'proofdesk.within'
const before = 'proofdesk.before'

/** Watches over a page. */
export class Stay {
  kept?: Kept // of the last attempt

  constructor() {
    addEventListener('popstate', ({ state }) => { if (state === before) this.back() })
    addEventListener('beforeunload', event => { if (this.kept?.waits) event.preventDefault() })
  }

  /** Gives Back a place to lead to, once a capture is open. */
  hold(): void {
    if (history.state === within) return
    history.replaceState(before, '')
    history.pushState(within, '')
  }

  /** Goes one step back; where no capture is open, off the page, as without this. */
  private back(): void {
    if (!this.kept?.open) return history.back()
    this.hold()
    this.kept.back()
  }
}

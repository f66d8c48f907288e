// Forms that lead to another page, such as those for signing in and for searching. Where the server can't be reached,
// the browser would show its own error page instead, without what was filled in.
import { ping } from './connection'
import { isSending, untilDone } from './sending'
import { persist } from './unsent'

let answered = false

/** Lets a form lead to another page only once the server answers: until then it stays as it was filled in. */
export function onceAnswered(event: SubmitEvent): void {
  const [form, submitter] = [event.target as HTMLFormElement, event.submitter]
  if (answered || event.defaultPrevented) return
  event.preventDefault()
  if (!isSending(form)) untilDone(form, persist(form, submitter, '', ping)).then(() => {
    answered = true
    form.requestSubmit(submitter)
    answered = false
  }, () => {}) // the agent stopped it
}

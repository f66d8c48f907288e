// Signing out: what this browser keeps of drafts goes to the server, where it waits for its agent, and is removed here,
// as the next person at this machine may be another one.
import { both, type Filled, type Kept } from './draft'
import { savedFields, savedOf } from './draftform'
import { keptJobs, readKept, writeKept } from './draftstore'
import { newKey } from './formkey'
import { post } from './page'

/** A draft that the server did not take: of a job, and whether the server could be reached. */
export type Stuck = { job: string, reached: boolean }

/**
 * Saves the drafts that the server does not have yet and removes them all. Returns the first one that it did not take.
 * After the end of a session, words wait in this browser for their agent, who alone sees them.
 */
export async function beforeSignOut(): Promise<Stuck | null> {
  for (const job of keptJobs()) {
    const answer = await handIn(job)
    if (answer?.status === 401) return null
    if (!answer || !answer.ok && answer.status !== 404) return { job, reached: Boolean(answer) }
    writeKept(job, null) // words of a job that is gone are kept nowhere
  }
  return null
}

/** Saves a draft with every version of it, unless the server has it; null where the server can't be reached. */
async function handIn(job: string): Promise<Response | null> {
  let kept = readKept(job)
  if (!kept || !kept.unsaved && kept.others.length === 0) return new Response()
  kept = { ...kept, ...kept.others.reduce<Filled>(both, kept) }
  const claim = document.querySelector<HTMLInputElement>(`#decision[data-job="${job}"] [name="claim"]`)?.value ?? ''
  const save = (all: Kept) => post(`/jobs/${job}/draft`, savedFields(all, newKey(), claim))
  let answer = await save(kept)
  for (let tries = 0; answer?.status === 409 && tries < 5; tries++) { // another browser goes on typing
    const saved = await savedOf(answer)
    kept = { ...kept, ...both(kept, saved), seen: [...kept.seen, saved.rev] }
    answer = await save(kept)
  }
  return answer
}

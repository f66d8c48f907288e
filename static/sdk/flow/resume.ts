// Goes on with a job that a reload or a lost tab interrupted, where the applicant wants that.
import { errorOf, ProofdeskError } from '../client/errors'
import { callOf } from '../client/call'
import { Job } from '../client/job'
import type { Context, Cover, Session } from '../client/session'
import { question } from '../screens/question'
import { placed } from './placing'

/** Returns the job that an applicant goes on with, or a new one. */
export async function begin(
  to: Context, name: string, more: Record<string, unknown>, cover: Cover,
): Promise<Job> {
  const id = await to.pending.begun(callOf(to, name, more))
  const job = to.job = id ? await found(to, name, id) : undefined
  if (job) to.pending.goOn(job.id)
  const answer = job ? await going(to, job, cover) : 'retry'
  if (job && answer === 'continue') return job.goOn()
  if (answer !== 'retry') throw new ProofdeskError('CANCELLED', 'the applicant left the capture')
  if (id) await to.pending.end(id)
  return create(to, name, more, cover)
}

/** Asks the applicant whether to go on with what was captured; failures are gone on with in any case. */
async function going(to: Session, job: Job, cover: Cover): Promise<string> {
  if (job.captured.length > 0) return cover().place(stage => question(stage, to.options, 'kept'))
  return await to.pending.failures(job.id) ? 'continue' : 'retry'
}

/** Returns a new job, at the place of the device where the host wants that. */
export async function create(
  to: Session, name: string, more: Record<string, unknown>, cover: Cover,
): Promise<Job> {
  return Job.create(to, name, more, await placed(to, cover))
}

/** Returns the job if the server still takes captures for it. */
async function found(to: Session, name: string, id: string): Promise<Job | undefined> {
  try {
    const job = await Job.resume(to, name, id)
    return job.status === 'CAPTURING' ? job : undefined
  } catch (cause) {
    if (errorOf(cause).code !== 'REFUSED') throw cause
    return undefined
  }
}

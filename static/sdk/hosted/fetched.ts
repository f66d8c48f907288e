// Fetches what the devices of the playground play.

/** How long the server may take to draw it, in milliseconds. */
const patience = 60_000

export async function fetched(path: string): Promise<Response> {
  const answer = await fetch(path, { credentials: 'omit', signal: AbortSignal.timeout(patience) })
  if (!answer.ok) throw new Error(`${path} is answered ${answer.status}`)
  return answer
}

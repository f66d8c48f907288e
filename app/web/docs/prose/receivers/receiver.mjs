import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const secrets = new Map(process.env.SECRETS.split(' ').map(one => one.split(/=(.*)/)))

function valid(header, body) {
  const { t, kid, v1 } = Object.fromEntries(header.split(',').map(part => part.split('=')))
  if (!secrets.has(kid) || !/^\d+$/.test(t) || Math.abs(Date.now() / 1000 - t) > 300) return false
  const right = createHmac('sha256', secrets.get(kid)).update(t + '.').update(body).digest()
  const sent = Buffer.from(v1 ?? '', 'hex')
  return sent.length === right.length && timingSafeEqual(sent, right)
}

createServer(async (request, response) => {
  const parts = []
  for await (const part of request) parts.push(part)
  const body = Buffer.concat(parts) // as it arrived: it is parsed only afterwards
  const ok = valid(request.headers['x-service-signature'] ?? '', body)
  response.writeHead(ok ? 204 : 401).end()
  if (ok) console.log(String(body)) // the work comes after the answer
}).listen(process.env.PORT, '127.0.0.1')

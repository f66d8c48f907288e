// The hosted capture page: whoever has a link sees who asks for what, agrees, and captures with the SDK.
import { visible } from './hosted/desk'
import { Link, ticketOf } from './hosted/link'
import { Phone } from './hosted/phone'
import { Visit } from './hosted/visit'

const visit = (link: Link): void => void new Visit(link, document.body).begin()

// Programs that only fetch what a link leads to never see the page.
void visible().then(() => {
  const link = Link.ofPage(location)
  const ticket = ticketOf(location.hash)
  if (ticket) void new Phone(link, ticket, document.body, visit).begin()
  else visit(link)
})

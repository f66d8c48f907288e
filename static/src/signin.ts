// The script of pages that need no sign-in: the first page after it shows times in the browser's time zone already. Old
// drafts of an agent who never came back are removed here too, as nobody may ever sign in again in this browser. A form
// is sent once the server answers, so that the browser's own error page never takes its place.
import { dropOld } from './draftstore'
import { onceAnswered } from './pageforms'
import { reportZone } from './zone'

reportZone()
dropOld()

document.addEventListener('submit', onceAnswered)

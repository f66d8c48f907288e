// What only some pages need beside the console's script, which has to come at once on the review page.
import { exports } from './export'
import { fileFields } from './filefield'
import { keyFields } from './keyfields'
import { selection } from './selection'

exports()
fileFields()
keyFields()
selection()

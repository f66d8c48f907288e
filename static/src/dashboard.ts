// The script of the pages of figures.
import { tooltip } from './dashboard/tooltip'
import { zoomButtons } from './dashboard/zoom'

zoomButtons()
tooltip()

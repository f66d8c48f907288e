// Buttons that print the page as it is.
import { onClick } from './dom'

/** Listens to the buttons that print. */
export const print = (): void => onClick('[data-print]', () => window.print())

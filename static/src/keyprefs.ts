// Whether single letters are shortcuts, remembered in this browser.
const place = 'keys.off'

export const keysOff = (): boolean => localStorage.getItem(place) === '1' || 'keysOff' in document.documentElement.dataset

export function setKeysOff(off: boolean): void {
  if (off) localStorage.setItem(place, '1')
  else localStorage.removeItem(place)
}

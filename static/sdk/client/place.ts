// Where a device is, asked of the browser once a host wants that.
import { ProofdeskError } from './errors'

/** A place in degrees, and how exact it is in metres. */
export interface Place { latitude: number, longitude: number, accuracy: number }

/** How long the device may look for its place, and how old a known one may be, in milliseconds. */
const patience = 20_000
const fresh = 60_000

/** Reports whether the browser has the applicant's leave already, so that it asks nobody. */
export async function isShared(): Promise<boolean> {
  const { permissions } = navigator as { permissions?: Permissions }
  const told = await permissions?.query({ name: 'geolocation' }).catch(() => undefined)
  return told?.state === 'granted'
}

/** Returns where the device is. The browser may ask the applicant. */
export function whereabouts(): Promise<Place> {
  return new Promise((found, failed) => {
    if (!navigator.geolocation) return failed(new ProofdeskError('LOCATION_NONE', 'this browser knows no location'))
    navigator.geolocation.getCurrentPosition(({ coords }) => {
      found({ latitude: coords.latitude, longitude: coords.longitude, accuracy: Math.min(coords.accuracy, 1e6) })
    }, ({ code, message }) => {
      failed(new ProofdeskError(code === 1 ? 'LOCATION_DENIED' : 'LOCATION_NONE', message || 'no location'))
    }, { enableHighAccuracy: true, timeout: patience, maximumAge: fresh })
  })
}

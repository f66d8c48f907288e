// What of the SDK a page can ask for before it has a token: small, so that it costs a page nothing to ask.
export { diagnose, type Layer, type Obstacle } from './client/diagnose'
export { checkSupport, type Support } from './client/support'

// What of the SDK a page can ask for before it has a token: small, so that it costs a page nothing to ask.
export { checkSupport, type Support } from './client/support'

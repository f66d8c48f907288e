// The style of a dialog that covers the page.
export const whole = {
  position: 'fixed', inset: '0', 'inline-size': '100vw', 'block-size': '100dvh', 'max-inline-size': 'none',
  'max-block-size': 'none', margin: '0', padding: '0', border: '0', overflow: 'hidden',
}

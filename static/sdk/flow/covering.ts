// The style of a dialog that covers the page. A browser that knows no dvh takes the height before it.
export const whole = {
  position: 'fixed', inset: '0', 'inline-size': '100vw', height: '100%', 'block-size': '100dvh',
  'max-inline-size': 'none', 'max-block-size': 'none', margin: '0', padding: '0', border: '0', overflow: 'hidden',
}

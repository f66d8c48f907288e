import { keysOff, setKeysOff } from './keyprefs'

const listed: Array<[string, string]> = [
  ['N', 'Take the next job'], ['A', 'Approve'], ['D', 'Decline'], ['V', 'Suspicious'], ['Enter', 'Send and next'], ['Shift Enter', 'Send and stay'], ['U', 'Undo'],
  ['1 9', 'A capture; after A, D or V a reason'], ['Esc', 'Back'], ['M', 'Note'], ['E', 'Escalate'], ['S', 'Skip'], ['T', 'Take the job that is shown'], ['F', 'Correct a field'],
  ['J  K', 'Next and previous finding or row'], ['0', 'Fit'], ['+  -', 'Zoom'], ['R', 'Turn'], ['B', 'Brighter'], ['L', 'Contrast'], ['I', 'Invert'], ['O', 'Boxes'],
  ['Y', 'Move both panes together'], ['C', 'Compare'], ['Space', 'Hold to blink'], ['P', 'Passed checks'], ['/', 'Search'], ['Ctrl K', 'Go anywhere'], ['.', 'Show new rows'],
  ['G Q', 'Queue'], ['G J', 'Jobs'], ['G D', 'Dashboard'], ['?', 'This list'],
]

/** Shows the keys. */
export function help(): void {
  document.addEventListener('click', event => {
    if ((event.target as Element).closest('[data-act="help"]')) showHelp()
  })
}

export function showHelp(): void {
  const overlay = document.getElementById('overlay')
  if (!overlay || overlay.querySelector('dialog')) return
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-labelledby', 'help-heading')
  dialog.innerHTML = '<div class="help"><header><h1 id="help-heading">Keys</h1><button type="button" value="close">Close</button></header><div class="columns"></div><label><input type="checkbox"> Single letters work as shortcuts</label></div>'
  const columns = dialog.querySelector('.columns')!
  for (const [key, what] of listed) {
    const line = document.createElement('div')
    const text = document.createElement('span')
    text.textContent = what
    const caps = document.createElement('span')
    for (const one of key.split(' ').filter(Boolean)) {
      const cap = document.createElement(one === '…' ? 'span' : 'kbd')
      cap.textContent = one
      caps.append(cap, ' ')
    }
    line.append(text, caps)
    columns.append(line)
  }
  const box = dialog.querySelector('input')!
  box.checked = !keysOff()
  box.addEventListener('change', () => setKeysOff(!box.checked))
  dialog.querySelector('button')!.addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', event => { if (event.target === dialog) dialog.close() })
  dialog.addEventListener('close', () => dialog.remove())
  overlay.append(dialog)
  dialog.showModal()
}

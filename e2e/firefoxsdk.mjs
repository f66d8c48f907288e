// Walks the screens of a capture in Firefox, on the hosted page and on a bank's page. Firefox plays no film as a
// camera: one camera is its own, which shows a pattern, and one is a scene that the test writes.
import { asked, becomes, end, opened, start, step } from './firefoxtools.mjs'

const { bank, link, refused, others, missing, silent, strokes, scene, picture } = asked
const phone = { width: 390, height: 844 }
const preferences = {
  'general.useragent.override': 'Mozilla/5.0 (Android 16; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0',
  'media.navigator.streams.fake': true,
}

/** Presses a button of the capture. */
async function presses(page, action) {
  const button = await page.waitForSelector(`dialog >>> [data-action=${action}]`, { visible: true })
  await button.click()
}

/** Waits until the capture shows a screen whose text and button are in sight. */
const draws = (page, screen, button) => becomes(page, (screen, button) => {
  const shown = document.querySelector('dialog > div')?.shadowRoot.querySelector('.screen.' + screen)
  const pressed = shown?.querySelector(button)?.getBoundingClientRect()
  return pressed?.height >= 44 && pressed.bottom <= innerHeight && shown.innerText.trim().length > 0
}, screen, button)

/** Waits until the page of the bank has written something down. */
const says = (page, text) => becomes(page, text => said.textContent.includes(text), text)

/** Begins on the page of the bank. */
async function begins(page) {
  await page.goto(bank)
  await becomes(page, () => document.title === 'ready')
  await page.click('#begin')
}

/** Waits until the hosted page has a heading. */
const heads = (page, text) => becomes(page, text => document.querySelector('h1')?.textContent === text, text)

/** Agrees on the hosted page to what a link asks for. */
async function agrees(page, to) {
  await page.goto(to)
  await heads(page, 'Show that it is you')
  await page.click('button.main')
}

/** Waits until the capture screen says what to do. */
const prompts = (page, text) => becomes(page, text => (
  document.querySelector('dialog > div')?.shadowRoot.querySelector('.capture .prompt')?.textContent === text
), text)

/** Waits until the capture says under a title why it can't go on, with a button for another try. */
async function troubles(page, title) {
  await draws(page, 'retry', '[data-action=retry]')
  await becomes(page, title => (
    document.querySelector('dialog > div').shadowRoot.querySelector('h1').textContent === title
  ), title)
}

/** Signs with the mouse. */
async function signs(page) {
  const pad = await page.waitForSelector('dialog >>> canvas.pad', { visible: true })
  const { x, y, width, height } = await pad.boundingBox()
  const scale = Math.min(width / 640, height / 200)
  for (const [first, ...rest] of strokes) {
    await page.mouse.move(x + first[0] * scale, y + first[1] * scale)
    await page.mouse.down()
    for (const [right, down] of rest) await page.mouse.move(x + right * scale, y + down * scale)
    await page.mouse.up()
  }
}

let browser = await start({ ...preferences, 'media.navigator.permission.disabled': true })
try {
  const page = await opened(browser, phone)
  await step('a link leads to the instruction', async () => {
    await agrees(page, link)
    await draws(page, 'instruction', '[data-action=continue]')
  })
  await step('the camera is drawn', async () => {
    await presses(page, 'continue')
    await draws(page, 'capture', '[data-action=cancel]')
    await becomes(page, () => {
      const { shadowRoot } = document.querySelector('dialog > div')
      const video = shadowRoot.querySelector('video')
      return video.videoWidth > 0 && !video.paused && shadowRoot.querySelector('.prompt').textContent
    })
  })
  await step('a picture of nothing has to be taken again', async () => {
    await presses(page, 'take')
    await draws(page, 'retry', '[data-action=retry]')
    await presses(page, 'retry')
    await draws(page, 'capture', '[data-action=cancel]')
  })
  const host = await opened(browser, phone)
  await host.evaluateOnNewDocument(scene)
  await step('a picture that was not sent survives a reload', async () => {
    await begins(host)
    await host.evaluate(() => {
      const send = fetch
      window.fetch = async (to, how) => {
        if (String(to).includes('/captures/')) throw new TypeError('lost')
        return send(to, how)
      }
    })
    await host.evaluate(text => show(text), picture)
    await presses(host, 'continue')
    await says(host, '"failed":"NETWORK"')
    await begins(host)
    await draws(host, 'retry', '[data-action=continue]')
  })
  await step('it is sent', async () => {
    await presses(host, 'continue')
    await says(host, '"QUEUED"')
    return ' ' + await host.evaluate(() => /"done":\[\{"jobId":"([^"]+)"/.exec(said.textContent)[1])
  })
  await step('a form is to be filled in', async () => {
    await host.evaluate(text => show(text), picture)
    await host.evaluate(() => { sdk.autoFill().catch(() => {}) })
    await draws(host, 'instruction', '[data-action=continue]')
    await presses(host, 'continue')
    await becomes(host, () => (
      document.querySelector('dialog > div')?.shadowRoot.querySelector('h1')?.textContent === 'Is this right?'
    ))
  })
  for (const { function: name, url, instructed, prompt } of others) {
    await step(`${name} asks for what it needs`, async () => {
      const other = await opened(browser, phone)
      await agrees(other, url)
      if (instructed) {
        await draws(other, 'instruction', '[data-action=continue]')
        await presses(other, 'continue')
      }
      if (prompt) {
        await draws(other, 'capture', '[data-action=cancel]')
        return prompts(other, prompt)
      }
      await signs(other)
      await presses(other, 'done')
      await draws(other, 'preview', '[data-action=done]')
      await presses(other, 'done')
      await heads(other, 'Done')
    })
  }
} finally {
  await browser.close()
}

browser = await start({ ...preferences, 'permissions.default.camera': 2, 'permissions.default.microphone': 2 })
try {
  const page = await opened(browser, phone)
  await step('a camera that is refused is told of on the hosted page', async () => {
    await agrees(page, refused)
    await presses(page, 'continue')
    await troubles(page, 'Allow the camera')
  })
  await step('and to a host by its code', async () => {
    await begins(page)
    await presses(page, 'continue')
    await draws(page, 'retry', '[data-action=retry]')
    await presses(page, 'cancel')
    await says(page, '"failed":"CAMERA_DENIED"')
  })
  await step('a microphone that is refused is told of', async () => {
    const other = await opened(browser, phone)
    await agrees(other, silent)
    await presses(other, 'continue')
    await presses(other, 'take')
    await troubles(other, 'Allow the microphone')
  })
} finally {
  await browser.close()
}

browser = await start({
  ...preferences, 'media.navigator.streams.fake': false, 'media.navigator.permission.disabled': true,
})
try {
  const page = await opened(browser, phone)
  await step('a device without a camera is told so', async () => {
    await agrees(page, missing)
    await heads(page, 'That did not work yet')
    await becomes(page, () => document.body.textContent.includes('No camera was found'))
  })
  await step('and its host by a code', async () => {
    await begins(page)
    await presses(page, 'continue')
    await troubles(page, 'A camera is needed')
    await presses(page, 'cancel')
    await says(page, '"failed":"CAMERA_NONE"')
  })
} finally {
  await browser.close()
}
end()

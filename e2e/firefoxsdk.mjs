// Walks the screens of a capture in Firefox, on the hosted page and on a bank's page. Firefox plays no film as a
// camera: one camera is its own, which shows a pattern, and one is a scene that the test writes.
import { asked, becomes, end, opened, start, step } from './firefoxtools.mjs'

const { bank, link, refused, scene, picture } = asked
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

let browser = await start({ ...preferences, 'media.navigator.permission.disabled': true })
try {
  const page = await opened(browser, phone)
  await step('a link leads to the instruction', async () => {
    await page.goto(link)
    await becomes(page, () => document.querySelector('h1')?.textContent === 'Show that it is you')
    await page.click('button.main')
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
} finally {
  await browser.close()
}

browser = await start({ ...preferences, 'permissions.default.camera': 2 })
try {
  const page = await opened(browser, phone)
  await step('a camera that is refused is told of on the hosted page', async () => {
    await page.goto(refused)
    await becomes(page, () => document.querySelector('h1')?.textContent === 'Show that it is you')
    await page.click('button.main')
    await presses(page, 'continue')
    await draws(page, 'retry', '[data-action=retry]')
    await becomes(page, () => (
      document.querySelector('dialog > div').shadowRoot.querySelector('h1').textContent === 'Allow the camera'
    ))
  })
  await step('and to a host by its code', async () => {
    await begins(page)
    await presses(page, 'continue')
    await draws(page, 'retry', '[data-action=retry]')
    await presses(page, 'cancel')
    await says(page, '"failed":"CAMERA_DENIED"')
  })
} finally {
  await browser.close()
}
end()

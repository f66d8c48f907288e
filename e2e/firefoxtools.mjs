// What the programs that drive Firefox over WebDriver BiDi share. The Go test that runs one writes one JSON object to
// its standard input and reads one line per step from its standard output: "ok NAME" or "not ok NAME: why".
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { launch } from 'puppeteer-core'

/** What the test asks for. */
export const asked = JSON.parse(await text(process.stdin))

/** Starts Firefox with preferences. */
export const start = (preferences = {}) => launch({
  browser: 'firefox',
  executablePath: '/usr/bin/firefox-esr',
  headless: true,
  timeout: asked.patience,
  extraPrefsFirefox: preferences,
})

/** Opens a page in a window of its own. */
export async function opened(browser, viewport) {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  page.setDefaultTimeout(asked.patience)
  await page.setViewport(viewport)
  return page
}

/**
 * Waits until an expression about the page is true. It asks again and again, since a question that is asked while the
 * page is replaced by another may get no answer.
 */
export async function becomes(page, test, ...values) {
  const end = Date.now() + asked.patience
  for (let pause = 20; ; pause = Math.min(2 * pause, 500)) {
    const asked = page.evaluate(test, ...values).catch(() => false)
    if (await Promise.race([asked, delay(5000, false)])) return
    if (Date.now() > end) throw new Error(`at ${await state(page)}: never ${test}`)
    await delay(pause)
  }
}

/** Returns where a page is, what has the focus, and what can be read. */
const state = page => Promise.race([page.evaluate(() => {
  const { tagName, name, value } = document.activeElement ?? {}
  const shown = document.querySelector('dialog > div')?.shadowRoot.querySelector('.screen') ?? document.body
  const text = `${shown.className} ${shown.innerText}`.slice(0, 500)
  return `${location.href} (${document.readyState}), focus on ${tagName} ${name} "${value}", which shows ${text}`
}), delay(5000, page.url())]).catch(error => `${page.url()} (${error})`)

let failed = false

/** Runs a step and says what came of it. */
export async function step(name, run) {
  try {
    console.log(`ok ${name}${await run() ?? ''}`)
  } catch (error) {
    failed = true
    console.log(`not ok ${name}: ${String(error).replaceAll('\n', ' ')}`)
  }
}

/** Ends the program, with an error where a step failed. */
export const end = () => process.exit(failed ? 1 : 0)

// Walks the main flows of the console in Firefox.
import { asked, becomes, end, opened, start, step } from './firefoxtools.mjs'

const { base, agent, admin, passport, preset } = asked
const browser = await start()

/** Opens a window of its own and signs in. */
async function signedIn({ email, password }) {
  const page = await opened(browser, { width: 1366, height: 768 })
  await page.goto(base + '/login')
  await page.type('input[name=email]', email)
  await page.type('input[name=password]', password)
  await page.keyboard.press('Enter')
  await becomes(page, () => location.pathname === '/queue')
  return page
}

/** Presses keys as somebody does who has seen the page: once its script listens, and a moment after a job is shown. */
async function press(page, ...keys) {
  await becomes(page, () => document.readyState === 'complete' &&
    (!document.querySelector('script[src*=console-]') || document.querySelector('#job[data-ready]')) &&
    !document.querySelector('#decision:not([data-shown])'))
  for (const key of keys) await page.keyboard.press(key)
}

const jobOf = page => new URL(page.url()).pathname.split('/')[2] ?? ''

/** Waits for a job with a decision bar other than one, and returns its id. */
async function atJob(page, other = '') {
  await becomes(page, other => {
    const job = document.querySelector('#decision')?.dataset.job
    return job && job !== other && location.pathname === '/jobs/' + job
  }, other)
  return jobOf(page)
}

try {
  let page, desk
  await step('sign in', async () => { page = await signedIn(agent) })
  await step('queue', async () => { await page.waitForSelector('main table tbody tr a') })
  await step('N takes a job', async () => {
    await press(page, 'n')
    await atJob(page)
  })
  await step('A and Enter approve and bring the next job', async () => {
    const job = jobOf(page)
    await press(page, 'a')
    const unnamed = await page.evaluate(() => [...document.querySelectorAll('[data-override]')]
      .filter(finding => finding.checkVisibility() && !finding.querySelector(':checked'))
      .map(finding => finding.querySelector('[data-reason]').dataset.reason))
    await press(page, ...unnamed, 'Enter')
    await atJob(page, job)
    return ' ' + job
  })
  await step('U takes the decision back', async () => {
    const other = jobOf(page)
    await press(page, 'u')
    return ' ' + await atJob(page, other)
  })
  await step('D with a reason and Enter decline', async () => {
    const job = jobOf(page)
    await press(page, 'd', '5')
    await becomes(page, () => document.querySelector('[data-reason="5"]').checked)
    await press(page, 'Enter')
    await atJob(page, job)
    return ' ' + job
  })
  await step('a draft survives a reload', async () => {
    await press(page, 'm')
    await page.keyboard.type('half a thought')
    await becomes(page, () => document.querySelector('[data-saved]').textContent.startsWith('saved'))
    await page.reload()
    await becomes(page, () => document.querySelector('#decision')?.elements.note.value === 'half a thought')
  })
  await step('pictures are drawn', async () => {
    await page.goto(`${base}/jobs/${passport}`)
    const sizes = await page.evaluate(async () => {
      const images = [...document.querySelectorAll('.pane:not([hidden]) image')]
      return Promise.all(images.map(async image => {
        const answer = await fetch(image.href.baseVal)
        const { width, height } = await createImageBitmap(await answer.blob())
        const place = image.getBoundingClientRect()
        return Math.min(width, height, place.width, place.height)
      }))
    })
    if (sizes.length < 2 || sizes.some(size => size < 50)) throw new Error(`the pictures measure ${sizes}`)
  })
  await step('search finds a job', async () => {
    await page.goto(base + '/queue')
    await press(page, '/')
    await becomes(page, () => document.activeElement?.name === 'q')
    await page.keyboard.type(passport)
    await page.keyboard.press('Enter')
    await becomes(page, id => location.pathname !== '/queue' && document.body.innerHTML.includes(id), passport)
  })
  await step('an administration form is sent', async () => {
    desk = await signedIn(admin)
    await desk.goto(base + '/clients')
    await desk.type('form[action="/clients"] input[name=name]', 'Branch in Firefox')
    await desk.keyboard.press('Enter')
    await desk.waitForSelector('.secrets')
  })
  await step('the screens that a preset changes are drawn', async () => {
    await desk.goto(`${base}/presets/${preset}/publish`)
    await becomes(desk, () => {
      document.querySelector('.pictures iframe, .pictures').scrollIntoView()
      const frames = [...document.querySelectorAll('.pictures iframe')]
      const screens = frames.map(frame => frame.contentDocument?.querySelector('.screen')).filter(Boolean)
      return screens.some(screen => getComputedStyle(screen).backgroundColor === 'rgb(255, 228, 225)')
    })
  })
} finally {
  await browser.close()
}
end()

import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { ApiCaller } from './api-caller.ts'
import { heading } from './checkout.ts'
import { NO_CONNECTION } from './faults.ts'
import { getEan, UNKNOWN_CODE } from './goods.ts'
import { signInMail, smsCode } from './mailbox.ts'
import { notice } from './notices.ts'
import { MATHILDEDAL, newPerson, signUp } from './people.ts'
import { expect, test, type Page, fullTier } from './test.ts'
import { press } from './virtual-terminal.ts'

const FULL_TIER = fullTier('locales.test.ts has every text in each language before each merge')

const getLanguage = async (page: Page) => ({
  page: await page.evaluate<string>('document.documentElement.lang'),
  kept: await page.evaluate<string | null>(`localStorage.getItem('languageCode')`),
})

async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Kirjoita koodi' }).first().click()
  await page.getByLabel('Viivakoodin numero tai tuotteen nimi').fill(code)
  await page.getByRole('dialog').getByRole('button', { name: 'Lisää', exact: true }).click()
}

test('a whole purchase works in Finnish, as requested in the address', FULL_TIER, async ({ page, context, shop }) => {
  const { email, phone } = newPerson()
  await page.goto('/?lang=fi')
  await expect(heading(page, 'Tervetuloa Puotiin')).toBeVisible()
  await page.getByRole('textbox', { name: 'Sähköposti' }).fill(email)
  await page.getByRole('button', { name: 'Lähetä kirjautumislinkki' }).click()
  await expect(heading(page, 'Katso sähköpostisi')).toBeVisible()
  const mail = await signInMail(shop, email)
  expect(mail.subject).toMatch(/^\d{6} on kirjautumiskoodisi /)
  await page.getByLabel('Sähköpostissa oleva koodi').fill(mail.code)

  await page.getByLabel('Matkapuhelinnumero').fill(phone)
  await page.getByRole('button', { name: 'Lähetä koodi' }).click()
  await page.getByLabel('Tekstiviestissä oleva koodi').fill(await smsCode(shop, phone))
  // A tap right after the code would meet the guard against second taps.
  await page.getByRole('main').getByRole('button', { name: MATHILDEDAL }).press('Enter')
  await page.getByRole('link', { name: 'Aloita ostokset' }).click()

  await typeCode(page, UNKNOWN_CODE)
  await expect(notice(page, `Skannattiin tuntematon koodi ${UNKNOWN_CODE}. Yritä uudelleen.`)).toBeVisible()
  await typeCode(page, getEan('organic-whole-milk'))
  await expect(notice(page, `Tuotetta ei ole saatavilla kaupassa ${MATHILDEDAL}.`)).toBeVisible()
  await typeCode(page, getEan('light-milk'))
  await expect(heading(page, 'Kevytmaito')).toBeVisible()
  await page.getByRole('button', { name: 'Siirry maksamaan' }).click()

  await expect(heading(page, 'Kassa')).toBeVisible()
  await expect(page.getByText('ALV 13,5 %', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'ostoehdot' }).click()
  await expect(page.getByText(/^Tuotteet myy Ruukkikylien Puodit Oy/)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Sulje' }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Maksa 1,45 €' }).click()
  await expect(heading(page, 'Maksa maksupäätteellä')).toBeVisible()
  await press(shop, 'approve')
  await expect(heading(page, 'Maksettu')).toBeVisible()
  await expect(page.getByRole('article', { name: 'Kuitti' })).toContainText('Kevytmaito')
  expect(await getLanguage(page)).toEqual({ page: 'fi', kept: 'fi' })
  const { user } = await new ApiCaller(context.request, shop).request<{ user: { language_id: number } }>(
    'POST authenticate',
  )
  expect(user.language_id).toBe(1002)
})

test(
  'a chosen language is stored in the browser and the account, and applies to the shop’s own texts',
  FULL_TIER,
  async ({ page, shopper, openBrowser, shop }) => {
    await page.goto('/home')
    await page.getByRole('button', { name: 'Account' }).click()
    await expect(page.getByText(shopper.email)).toBeVisible()
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Svenska')
    await page.keyboard.press('Escape')
    await expect(
      page.getByRole('region', { name: 'På hyllan nu' }).getByRole('heading', { name: 'Lättmjölk' }),
    ).toBeVisible()
    expect(await getLanguage(page)).toEqual({ page: 'sv', kept: 'sv' })
    await page.reload()
    await expect(page.getByRole('link', { name: 'Börja handla' })).toBeVisible()

    // On another phone the account's language comes with the sign-in, and the mail is written in it.
    const phone = await (await openBrowser()).newPage()
    await phone.goto('/')
    await phone.getByRole('textbox', { name: 'Email' }).fill(shopper.email)
    await phone.getByRole('button', { name: 'Send login link' }).click()
    const mail = await signInMail(shop, shopper.email)
    expect(mail.subject).toMatch(/^\d{6} är din inloggningskod /)
    await phone.getByLabel('Code from the email').fill(mail.code)
    await expect(phone.getByRole('link', { name: 'Börja handla' })).toBeVisible()
  },
)

test(
  'a visitor gets the browser’s language and can choose another under the form',
  FULL_TIER,
  async ({ openBrowser }) => {
    const page = await (await openBrowser({ locale: 'sv-FI' })).newPage()
    await page.goto('/')
    await expect(heading(page, 'Välkommen till Puoti')).toBeVisible()
    await page.getByRole('combobox', { name: 'Språk' }).selectOption('Suomi')
    await expect(heading(page, 'Tervetuloa Puotiin')).toBeVisible()
    await page.reload()
    await expect(heading(page, 'Tervetuloa Puotiin')).toBeVisible()
    expect((await getLanguage(page)).kept).toBe('fi')
  },
)

test('a browser with an unsupported language gets the shop’s first language', FULL_TIER, async ({ openBrowser }) => {
  const page = await (await openBrowser({ locale: 'de-DE' })).newPage()
  await page.goto('/')
  await expect(heading(page, 'Welcome to Puoti')).toBeVisible()
  // The language was only guessed, but is stored all the same.
  expect(await getLanguage(page)).toEqual({ page: 'en', kept: 'en' })
})

test(
  'each start sends the language and requests the list of languages, with or without a remembered user',
  FULL_TIER,
  async ({ openBrowser, shop }) => {
    const context = await openBrowser({ locale: 'sv-FI' })
    const page = await context.newPage()
    const urls: string[] = []
    page.on('request', request => {
      const { pathname, search } = new URL(request.url())
      if (/\/api\/(?:authenticate|languages)$/.test(pathname)) urls.push(`${request.method()} ${pathname}${search}`)
    })
    const start = async () => {
      urls.length = 0
      await page.goto('/home')
      await expect.poll(() => urls.toSorted()).toEqual(['GET /api/languages?lang=sv', 'POST /api/authenticate?lang=sv'])
    }
    // A visitor whose session has ended: the page of one without a session contains the response.
    await context.addCookies([{ name: SESSION_COOKIE, value: 'ended', url: shop.origin }])
    await start()
    await signUp(context, shop, { language: 'sv' })
    await page.goto('/home')
    await expect(page.getByRole('link', { name: 'Börja handla' })).toBeVisible()
    await start()
  },
)

test(
  'a language chosen while the server is unreachable applies at once, survives a reload and is sent later',
  FULL_TIER,
  async ({ page, shopper, faults }) => {
    faults.allow(NO_CONNECTION)
    await page.goto('/home')
    await page.route(/\/api\/user/, route => route.abort())
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Suomi')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: 'Aloita ostokset' })).toBeVisible()
    await expect(notice(page, /connection|yhteyt/)).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('link', { name: 'Aloita ostokset' })).toBeVisible()
    await page.unroute(/\/api\/user/)
    await page.reload()
    const languageId = async () =>
      (await shopper.api.request<{ user: { language_id: number } }>('POST authenticate')).user.language_id
    await expect.poll(languageId).toBe(1002)
  },
)

test(
  'a language whose texts cannot be loaded is refused with a notice',
  FULL_TIER,
  async ({ page, shopperPage, faults }) => {
    faults.allow(NO_CONNECTION)
    await page.goto('/home')
    await page.route(/\/fi-[\w-]+\.json/, route => route.abort())
    await page.getByRole('button', { name: 'Account' }).click()
    await expect(page.getByRole('combobox', { name: 'Language' })).toBeVisible()
    await page.context().setOffline(true)
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Suomi')
    await expect(notice(page, 'That language couldn’t be loaded.')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('en')
    expect(shopperPage).toBe(page)
  },
)

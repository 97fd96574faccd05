import { setTimeout as sleep } from 'node:timers/promises'

type Mail = { to: string; text: string }

/** Signs in with the link from the demo's mailbox. */
export async function signInAtDemo(address: string, email: string): Promise<{ cookie: string; token: string }> {
  const cookies = new Map<string, string>()
  let token = ''
  const post = async (path: string, body?: object) => {
    const response = await fetch(`${address}/api/${path}`, {
      method: 'POST',
      headers: {
        'x-csrf-token': token,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const answer = (await response.json()) as { csrf_token?: string }
    token = answer.csrf_token ?? token
  }
  await post('authenticate')
  await post('login', { email })
  await post((await linkFor(address, email)).replace('/login/', 'login/'))
  return { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '), token }
}

async function linkFor(address: string, email: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const mails = (await (await fetch(`${address}/dev/mailbox.json`)).json()) as Mail[]
    const mail = mails.find(each => each.to === email && each.text.includes('/login/'))
    const link = /\/login\/\S+/.exec(mail?.text ?? '')?.[0]
    if (link) return link
    await sleep(50)
  }
  throw new Error(`No mail came to ${email}`)
}

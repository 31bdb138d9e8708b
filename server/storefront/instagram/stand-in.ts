import { dayMs } from '../../../rules/dates.ts'
import type { ReceivedRequest, StandInAnswer } from '../../shop/integrations/integration.ts'

export const instagramDemo = {
  appId: '990000000000001',
  appSecret: 'demo-instagram-secret',
  username: 'fernhill.goods',
  code: 'demo-code',
  shortToken: 'demo-short-token',
  token: 'demo-long-token',
} as const

/** Posts of the account: id, age in days, product in the picture, text. */
export const instagramDemoPosts = [
  ['18011100000000008', 1, 'hillside-mug', 'Slow mornings, full mugs. ☕'],
  ['18011100000000007', 3, 'oak-cutting-board', 'Oiled, dried, ready for another ten years in the kitchen.'],
  ['18011100000000006', 6, 'wool-blanket', 'The blanket everyone fights over, now in clay.'],
  ['18011100000000005', 9, 'canvas-daypack', 'Saturday plan: pack light, walk far.'],
  ['18011100000000004', 13, 'fig-cedar-candle', 'Three hours of light from one small candle. #slowliving'],
  ['18011100000000003', 18, 'enamel-kettle', 'Back in stock: the kettle that survived our camping trips.'],
  ['18011100000000002', 24, 'hiking-socks', 'It is sock weather. It is always sock weather.'],
  ['18011100000000001', 30, 'watering-can', 'Our balcony says thank you.'],
] as const

const refused = (code: number, message: string): StandInAnswer => ({
  status: 400,
  body: { error: { message, type: 'OAuthException', code, fbtrace_id: 'demo' } },
  problem: message,
})

/** Responds like Instagram to logins, token exchanges, profile and posts. Refuses tokens that begin with `expired`. */
export function answerAsInstagram({ method, path, headers, body }: ReceivedRequest): StandInAnswer {
  const { pathname, searchParams: query } = new URL(path, 'http://stand-in')
  const token = query.get('access_token') ?? ''
  if (method === 'GET' && pathname === '/oauth/authorize') return authorize(query)
  if (method === 'POST' && pathname === '/oauth/access_token') return exchangeCode(new URLSearchParams(body))
  if (method !== 'GET') return { status: 404, problem: `no route ${method} ${path}` }
  if (pathname === '/access_token') {
    if (
      query.get('grant_type') !== 'ig_exchange_token' ||
      query.get('client_secret') !== instagramDemo.appSecret ||
      token !== instagramDemo.shortToken
    )
      return refused(100, 'Invalid exchange')
    return { status: 200, body: { access_token: instagramDemo.token, token_type: 'bearer', expires_in: 5_183_944 } }
  }
  if (!token.startsWith(instagramDemo.token)) return refused(190, 'Error validating access token: Session has expired')
  if (pathname === '/refresh_access_token') {
    return query.get('grant_type') === 'ig_refresh_token'
      ? {
          status: 200,
          body: { access_token: `${instagramDemo.token}-refreshed`, token_type: 'bearer', expires_in: 5_183_944 },
        }
      : refused(100, 'Invalid grant_type')
  }
  if (pathname === '/me')
    return {
      status: 200,
      body: { user_id: '17841400000000000', username: instagramDemo.username, id: '990000000000002' },
    }
  if (pathname !== '/me/media') return { status: 404, problem: `no route ${method} ${path}` }
  const data = instagramDemoPosts.map(([id, days, handle, caption]) => ({
    id,
    caption,
    media_type: 'IMAGE',
    media_url: `http://${headers['host'] ?? ''}/demo/pictures/${handle}-1200.webp`,
    permalink: `https://www.instagram.com/p/${id}/`,
    timestamp: new Date(Date.now() - days * dayMs).toISOString().replace('Z', '+0000'),
  }))
  return { status: 200, body: { data, paging: {} } }
}

/** Approves every login immediately. */
function authorize(query: URLSearchParams): StandInAnswer {
  const back = query.get('redirect_uri') ?? ''
  const isComplete =
    query.get('client_id') === instagramDemo.appId &&
    query.get('response_type') === 'code' &&
    query.get('scope') === 'instagram_business_basic' &&
    URL.canParse(back)
  if (!isComplete) return refused(100, 'Invalid authorization request')
  // Instagram adds this fragment.
  return {
    status: 302,
    headers: {
      location: `${back}?${new URLSearchParams({ code: instagramDemo.code, state: query.get('state') ?? '' }).toString()}#_`,
    },
  }
}

function exchangeCode(form: URLSearchParams): StandInAnswer {
  const isComplete =
    form.get('client_id') === instagramDemo.appId &&
    form.get('client_secret') === instagramDemo.appSecret &&
    form.get('grant_type') === 'authorization_code' &&
    form.get('code') === instagramDemo.code &&
    URL.canParse(form.get('redirect_uri') ?? '')
  if (!isComplete)
    return {
      status: 400,
      body: { error_type: 'OAuthException', code: 400, error_message: 'Invalid authorization code' },
      problem: 'code',
    }
  return {
    status: 200,
    body: {
      data: [
        {
          access_token: instagramDemo.shortToken,
          user_id: '17841400000000000',
          permissions: 'instagram_business_basic',
        },
      ],
    },
  }
}

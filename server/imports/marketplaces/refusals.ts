import type { Problem } from '../../core/errors.ts'
import { cleanLine, shorten } from '../parsing/text.ts'
import { at, listAt, textAt, type Values } from './payload.ts'

const longestReason = 200
/** Codes of CJ's API for success. */
const fine: ReadonlySet<string> = new Set(['', '0', '200'])
/** Shopee's code for suspected robots. */
const shopeeRobot = '90309999'

/** Robot checks of the sites: Amazon's and AWS' captchas, AliExpress' `punish` page, Shopee's verification. */
const robotPage =
  /validateCaptcha|opfcaptcha|api-services-support@amazon|awsWafCookie|aws-waf-token|_____tmd_____|x5secdata|\/punish\?|nocaptcha|baxia-|\/verify\/(?:captcha|traffic)|<title[^>]{0,100}>\s{0,100}(?:robot check|captcha interception|bot check|just a moment)/i
/** A password form at a login address of these sites. */
const loginAddress =
  /id="ap_(?:email|password)|name="signIn"|\/ap\/signin|login\.aliexpress\.|passport\.aliexpress\.|\/buyer\/login/i
const asksPassword = /type=["']?(?:password|email)\b/i

/** Returns why a page has no reviews; null if it is neither a robot check nor a login. */
export function refusalOfPage(html: string): Problem | null {
  if (robotPage.test(html)) return 'marketplaceRobotCheck'
  return loginAddress.test(html) && asksPassword.test(html) ? 'marketplaceLogin' : null
}

/** Returns why a response has no reviews; null if unknown. */
export function refusalOfPayload(payload: Values): Problem | null {
  const says = [
    ...listAt(payload, 'ret'),
    textAt(payload, 'url'),
    textAt(payload, 'data', 'url'),
    textAt(payload, 'rgv587_flag'),
  ].join(' ')
  if (
    textAt(payload, 'error') === shopeeRobot ||
    textAt(payload, 'rgv587_flag') !== '' ||
    /FAIL_SYS_USER_VALIDATE|RGV587|punish/.test(says)
  )
    return 'marketplaceRobotCheck'
  if (/FAIL_SYS_SESSION_EXPIRED|FAIL_SYS_TOKEN/.test(says)) return 'marketplaceLogin'
  const [code, error] = [textAt(payload, 'code'), textAt(payload, 'error')]
  const failed =
    !fine.has(code) || !fine.has(error) || at(payload, 'success') === false || at(payload, 'result') === false
  if (!failed) return null
  const words = [textAt(payload, 'message'), textAt(payload, 'error_msg'), textAt(payload, 'msg')].find(Boolean) ?? ''
  const reason = [cleanLine(words), [code, error].find((one) => !fine.has(one)) ?? ''].filter(Boolean).join(', ')
  return { code: 'marketplaceError', params: { reason: shorten(reason || '?', longestReason) } }
}

import { isMessageCode, MESSAGES, formatMessage, type MessageCode } from './messages.ts'

const ofSpecification: [MessageCode, string][] = [
  // spec 1, 4, 5
  ['localeChangeFailed', 'Fail to change locale'],
  ['needCondition', 'Need condition to be scheduled'],
  ['required', 'This field is required'],
  ['requiredField', 'This is a required field'],
  ['uploadLimitReached', 'You have reached the file upload limit'],
  ['emailFieldInvalid', 'Email field is invalid'],
  ['invalidFileType', 'Invalid file type'],
  ['invalidFileSize', 'Invalid file size'],
  ['replyRequired', 'Reply content is required'],
  ['portMustBeNumber', 'Port must be a number'],
  ['invalidEmail', 'Invalid email'],
  ['invalidCoupon', 'Invalid coupon code'],
  ['downgradeReasonRequired', 'Please select a reason to confirm downgrading.'],
  ['testEmailLimit', 'You have reached the daily limit of 25 test emails'],
  // spec 8
  [
    'subscriptionInfoFailed',
    'Failed to get subscription info. If the problem persists after reload, please contact us.',
  ],
  ['loggedOut', 'Logged successfully'],
  ['devZoneUpdated', 'Updated devzone!'],
  ['enabled', 'Enabled successfully.'],
  ['disabled', 'Disabled successfully.'],
  ['rated', 'Rated successfully.'],
  ['saved', 'Saved successfully.'],
  ['redirecting', 'Redirecting to Shopify'],
  ['subscribedFree', 'Subscribed free plan'],
  ['failToPush', 'Fail to push notification'],
  ['importFailed', 'Import failed, 0 review imported'],
  ['importWrongUrl', 'Import failed, wrong URL'],
  ['noReviewsFound', 'No reviews found'],
  ['sendReplyFailed', 'Failed to send reply'],
  ['deleteReplyFailed', 'Failed to delete reply'],
  ['exportFailed', 'Failed to export reviews'],
  ['generateFailed', 'Failed to generate'],
  ['saveFailed', 'Failed to save'],
  ['failToSkip', 'Failed to skip emails'],
  ['failToBlock', 'Failed to block customers'],
  ['failToUnblock', 'Failed to unblock customers'],
  ['failToSend', 'Failed to send email'],
  ['republishFailed', 'Failed to republish'],
  ['verifyFailed', 'Cannot verify settings'],
  ['editRequestNoEmail', 'Email not found, unable to send edit request'],
  ['productMissing', 'Product does not exist'],
  ['pageMissing', "The page you're looking for couldn't be found"],
  ['emailNotFound', 'Email not found, unable to send request'],
  ['noRecipients', 'No recipients defined'],
  ['emailSettingDisabled', 'Email setting status is disabled'],
  ['unsubscribed', 'This email address is unsubscribed'],
  ['noCustomerEmail', 'No customer email'],
  ['emailSkipped', 'Email skipped'],
]

test.each(ofSpecification)("%s has the specification's sentence", (code, expected) => {
  expect(formatMessage(code)).toBe(expected)
})

test.each<[MessageCode, Record<string, number>, string]>([
  ['betweenEqual', { min: 1, max: 100 }, 'Number needs to be between equal 1 and 100'],
  ['betweenEqual', { min: 1, max: 8760 }, 'Number needs to be between equal 1 and 8760'],
  ['betweenEqual', { min: 1, max: 365 }, 'Number needs to be between equal 1 and 365'],
  ['between', { min: 1, max: 5 }, 'Must be between 1 and 5'],
  ['greaterThan', { min: 0 }, 'Must be greater than 0'],
  ['greaterOrEqual', { min: 1 }, 'Must be greater than or equal to 1'],
  ['lessThan', { max: 9 }, 'Must be less than 9'],
  ['lessOrEqual', { max: 9 }, 'Must be less than or equal to 9'],
  ['fillAtLeast', { min: 50 }, 'Fill at least 50 characters'],
  ['fillMoreThan', { min: 50 }, 'Fill more than 50 characters'],
  ['fillAtMost', { max: 20 }, 'Fill at most 20 characters'],
])('%s fills in its parameters (spec 5, generic catalogue)', (code, params, expected) => {
  expect(formatMessage(code, params)).toBe(expected)
})

test.each<[MessageCode, string]>([
  ['invalidDate', 'Invalid date value'],
  ['invalidDateRange', 'Invalid date range'],
  ['invalidDomain', 'Invalid domain'],
  ['mustBeDigits', 'Must be digits'],
  ['valueInvalid', 'Value invalid'],
])('%s has its sentence (spec 5, generic catalogue)', (code, expected) => {
  expect(formatMessage(code)).toBe(expected)
})

test('keeps placeholders without a value, and never expands values', () => {
  expect(formatMessage('planRequired')).toBe('This requires the {plan} plan')
  expect(formatMessage('planRequired', { plan: '{plan}' })).toBe('This requires the {plan} plan')
  expect(formatMessage('tooManyIds', { max: 0 })).toBe('At most 0 at a time')
})

test('codes are camelCase, sentences are unique and not empty', () => {
  const codes = Object.keys(MESSAGES)
  expect(codes.filter((code) => !/^[a-z][a-zA-Z]+$/.test(code))).toEqual([])
  const sentences: string[] = Object.values(MESSAGES)
  expect(sentences.filter((text) => text.trim() === '' || text !== text.trim())).toEqual([])
  expect(sentences.filter((text, index) => sentences.indexOf(text) !== index)).toEqual([])
})

test('accepts only own codes', () => {
  expect(isMessageCode('required')).toBe(true)
  expect(isMessageCode('toString')).toBe(false)
  expect(isMessageCode(undefined)).toBe(false)
})

import { visit, type DocumentNode } from 'graphql'

/** Fields of the admin's frame, which says why the app is closed to a shop. */
const frameFields = new Set([
  ...['viewer', 'mode', 'readOnly', 'locale', 'extendedMode', 'devZone', '__typename'],
  ...['account', 'email', 'shops', 'shop', 'id', 'name', 'shopifyDomain'],
  ...['isCrmLogin', 'hiddenPages', 'devZoneOpen'],
  ...['plan', 'shopifyPlan', 'setupDone', 'appStatus', 'ianaTimezone'],
])

/** Returns whether a document asks for nothing but the admin's frame: the only one that a closed app answers. */
export function isFrameQuery(document: DocumentNode): boolean {
  let isFrame = true
  const refuse = () => {
    isFrame = false
  }
  visit(document, {
    Field: ({ name }) => {
      if (!frameFields.has(name.value)) refuse()
    },
    FragmentDefinition: refuse,
  })
  return isFrame
}

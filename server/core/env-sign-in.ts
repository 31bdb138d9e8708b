import { z } from 'zod'

const domains = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim().toLowerCase())
      .filter(Boolean),
  )
  .refine(
    (names) => names.every((name) => /^([a-z\d-]+\.)+[a-z\d-]+$/.test(name)),
    'must be domains such as example.com. Separate them with commas',
  )

/** Settings of the operator's OpenID Connect provider (docs/decisions/0122). */
export const signInVariables = {
  CANDOR_OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: 'must be a URL such as https://login.example.com' })
    .refine((url) => !/[?#]/.test(url), 'must be a URL without a query')
    .optional(),
  CANDOR_OIDC_CLIENT_ID: z.string().min(1).optional(),
  CANDOR_OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  /** Name of the provider on the button. */
  CANDOR_OIDC_LABEL: z.string().trim().max(40, 'must have at most 40 characters').default(''),
  /** Domains of addresses that may sign in; empty: all. */
  CANDOR_OIDC_DOMAINS: domains.default([]),
  CANDOR_OIDC_ACCOUNTS: z.enum(['invited', 'created'], 'must be invited or created').default('invited'),
  /** Whether everyone of the provider may enter every shop as support. */
  CANDOR_OIDC_SUPPORT: z
    .enum(['0', '1'], 'must be 0 or 1')
    .default('0')
    .transform((value) => value === '1'),
}

type SignIn = z.infer<z.ZodObject<typeof signInVariables>>
type Need = [boolean, readonly (keyof SignIn | 'CANDOR_OWN_SHOP')[], string]

/** Returns which settings the others need: whether, their names, and when. */
export const listSignInNeeds = (env: SignIn): Need[] => [
  [isNamed(env), ['CANDOR_OIDC_ISSUER', 'CANDOR_OIDC_CLIENT_ID', 'CANDOR_OIDC_CLIENT_SECRET'], 'with CANDOR_OIDC_…'],
  [env.CANDOR_OIDC_ACCOUNTS === 'created', ['CANDOR_OWN_SHOP'], 'with CANDOR_OIDC_ACCOUNTS=created'],
]

/** Lists what is wrong with well-formed settings, a sentence each. */
export function listSignInProblems(env: SignIn & { CANDOR_LOCAL_TARGETS: readonly string[] }): string[] {
  const issuer = env.CANDOR_OIDC_ISSUER ? new URL(env.CANDOR_OIDC_ISSUER) : null
  const isOpen = env.CANDOR_OIDC_DOMAINS.length === 0
  const wrong: [boolean, string][] = [
    [
      issuer?.protocol === 'http:' && !env.CANDOR_LOCAL_TARGETS.includes(`${issuer.hostname}:${issuer.port || 80}`),
      'CANDOR_OIDC_ISSUER must begin with https://, unless CANDOR_LOCAL_TARGETS names its host.',
    ],
    [
      isOpen && env.CANDOR_OIDC_ACCOUNTS === 'created',
      'CANDOR_OIDC_DOMAINS must be set with CANDOR_OIDC_ACCOUNTS=created: it says who gets an account.',
    ],
    [
      isOpen && env.CANDOR_OIDC_SUPPORT,
      'CANDOR_OIDC_DOMAINS must be set with CANDOR_OIDC_SUPPORT=1: it says who may enter every shop.',
    ],
  ]
  return wrong.flatMap(([isWrong, sentence]) => (isWrong ? [sentence] : []))
}

const isNamed = (env: SignIn): boolean =>
  Boolean(env.CANDOR_OIDC_ISSUER ?? env.CANDOR_OIDC_CLIENT_ID ?? env.CANDOR_OIDC_CLIENT_SECRET) ||
  env.CANDOR_OIDC_LABEL !== '' ||
  env.CANDOR_OIDC_DOMAINS.length > 0 ||
  env.CANDOR_OIDC_ACCOUNTS === 'created' ||
  env.CANDOR_OIDC_SUPPORT

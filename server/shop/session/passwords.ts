import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** OWASP's first choice for argon2id. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

interface Stored {
  memory: number
  passes: number
  salt: Buffer
  tag: Buffer
}

/** Returns a password hash in PHC form with its salt and costs, so that costs can rise later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive('argon2id', { ...cost, message: password, nonce: salt })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

/** Returns whether the password matches. Takes equally long for an absent account (null) and a wrong password. */
export async function passwordMatches(password: string, hash: string | null): Promise<boolean> {
  const stored = read(hash ?? absentAccount)
  const tag = await derive('argon2id', {
    message: password,
    nonce: stored.salt,
    parallelism: 1,
    tagLength: stored.tag.length,
    memory: stored.memory,
    passes: stored.passes,
  })
  return timingSafeEqual(tag, stored.tag) && hash !== null
}

function read(hash: string): Stored {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/.exec(hash)
  if (!match) throw new Error('This is not a password hash of ours.')
  const [, memory, passes, salt = '', tag = ''] = match
  return {
    memory: Number(memory),
    passes: Number(passes),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** Compared for an unknown address, so that the response time does not reveal it. */
const absentAccount = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1$${unpadded(Buffer.alloc(16))}$${unpadded(Buffer.alloc(32))}`

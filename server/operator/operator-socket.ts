import { lstatSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { isPrivateFolder } from '../core/private-folder.ts'

/** Socket in the data folder, which only its owner can enter, for operator commands. */
export interface OperatorSocket {
  socketPath: string
}

const name = 'candor.door'
/** A socket's address is at most 103 bytes, 107 on Linux. */
const longestAddress = 100

export const socketFile = (folder: string): string => join(folder, name)

/** Returns the socket's path, or a short one through this process's folder descriptor if it is too long. */
export function socketAddress(folder: string): string {
  const path = socketFile(folder)
  return Buffer.byteLength(path) <= longestAddress ? path : `/proc/self/fd/${String(openSync(folder, 'r'))}/${name}`
}

/** Returns a folder's socket, whose server may be dead; null without one, or if others can enter the folder. */
export function findOperatorSocket(folder: string): OperatorSocket | null {
  try {
    return isPrivateFolder(folder) && lstatSync(socketFile(folder)).isSocket()
      ? { socketPath: socketAddress(folder) }
      : null
  } catch {
    return null
  }
}

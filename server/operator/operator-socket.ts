import { lstatSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { isPrivateFolder } from '../core/private-folder.ts'

/** Where a running server takes the operator's commands: a socket in the data folder, which only its owner gets into. */
export interface OperatorSocket {
  socketPath: string
}

const name = 'candor.door'
/** A socket's address ends at 103 bytes, at 107 on Linux. */
const longestAddress = 100

export const socketFile = (folder: string): string => join(folder, name)

/** By the folder's number in this process where its path is too long. */
export function socketAddress(folder: string): string {
  const path = socketFile(folder)
  return Buffer.byteLength(path) <= longestAddress ? path : `/proc/self/fd/${String(openSync(folder, 'r'))}/${name}`
}

/** The door of a folder, whose server may have been killed since; null where there is none, or where others get into the folder. */
export function findOperatorSocket(folder: string): OperatorSocket | null {
  try {
    return isPrivateFolder(folder) && lstatSync(socketFile(folder)).isSocket()
      ? { socketPath: socketAddress(folder) }
      : null
  } catch {
    return null
  }
}

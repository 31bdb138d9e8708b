-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "ImportStatus" ADD VALUE 'undoing';
ALTER TYPE "ImportStatus" ADD VALUE 'undone';

-- AlterTable
ALTER TABLE "Import" ADD COLUMN     "kept" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "removed" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "takeChanged" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "toRemove" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "undoTries" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "undoneAt" TIMESTAMPTZ(3);



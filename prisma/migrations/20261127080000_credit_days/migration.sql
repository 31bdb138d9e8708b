-- AlterTable
ALTER TABLE "Subscription" ADD COLUMN     "creditUntil" TIMESTAMPTZ(3),
ADD COLUMN     "leavingAt" TIMESTAMPTZ(3),
ADD COLUMN     "returnUrl" TEXT;

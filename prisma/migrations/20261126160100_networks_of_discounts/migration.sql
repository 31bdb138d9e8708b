-- AlterTable
ALTER TABLE "Discount" ADD COLUMN     "network" TEXT;

-- AlterTable
ALTER TABLE "ReviewNotice" ADD COLUMN     "summaryDay" DATE;



-- Accounts live in the home database, to which no key of a shop's rows leads.
ALTER TABLE "Review" DROP CONSTRAINT "Review_assignee_fkey";

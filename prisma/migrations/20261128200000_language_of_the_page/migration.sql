-- The language of the page where a review or a report was written, for the emails to its author.
alter table "Review" add column locale text;
alter table "ReviewReport" add column locale text;

"""What proves afterwards that table and pit have the same journal: heads that the table signed and the pit
countersigned, and the file for an auditor."""

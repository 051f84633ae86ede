"""A checkout is brought up to date: by `sabot update`, or at the technician's page of a service.

`checkout` knows the versions and the link, `table` what is played with them, `steps` does the update,
`asking` is what the page knows of it, `running` runs each command as the right user.
"""
